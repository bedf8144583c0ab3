"""Operations: backups and their restore, what is measured, and what is wrong with an installation."""
