"""The players of the demo room. All of them are invented."""

from typing import Any

# Name, nickname, date of birth, card, languages, and form of the name in public.
_PEOPLE = """
Anna Berger||1990-05-30|1041|de|full
Anna-Lena Bergmann||1984-11-02|1187|de en|short
Joanna Bertschinger|Jo|1971-03-14|1266|de fr|full
Reto Zimmermann||1968-08-21|1003|de|full
Mira Aebi||1995-01-17|1004|de|full
Lukas Brandner|Luki|1988-07-08|1005|de|nickname
Selma Conrad||1979-12-24|1006|de en|full
Timo Dahlke||1999-04-03|1007|de|full
Nora Egger||1986-09-19|1008|de|short
Pavel Fiala||1975-02-11|1009|cs de|full
Greta Gruber||1992-06-27|1010|de|full
Emil Hartwig|Harry|1963-10-05|1011|de|full
Ines Hofer||1997-08-14|1012|de|full
Jonas Imhof||1983-03-30|1013|de fr|full
Klara Jansen||1990-11-22|1014|nl de|full
Mateo Keller||1994-05-09|1015|es de|full
Livia Lang||2001-02-28|1016|de|short
Oskar Lindner|Ossi|1958-01-12|1017|de|nickname
Petra Marten||1969-07-31|1018|de|full
Rafael Meier||1987-10-20|1019|de pt|full
Sofia Neumann||1998-12-01|1020|de|full
Bruno Ott||1972-04-16|1021|de|full
Carla Pfister||1981-09-07|1022|de it|full
Dario Quint||1993-03-25|1023|it de|full
Elena Rossi||1989-08-18|1024|it en|full
Fabian Sauter||1996-06-06|1025|de|short
Gesa Thomsen||1977-11-13|1026|de|full
Henrik Uhl||1985-02-02|1027|de|full
Ilka Vogt||1991-07-23|1028|de|full
Jan Wendler|Wendy|1980-05-15|1029|de|nickname
Kira Zeller||2000-10-10|1030|de|full
Leon Albrecht||1994-01-29|1031|de|full
Marta Bauer||1966-12-08|1032|de|full
Nils Christen||1988-04-21|1033|de|full
Olga Dorn||1973-09-02|1034|de ru|full
Paul Ernst||1990-06-17|1035|de|full
Romy Falk||1999-03-11|1036|de|short
Simon Graf||1982-08-26|1037|de|full
Tanja Huber||1978-05-04|1038|de|full
Urs Isler||1961-11-19|1039|de fr|full
Vera Jost||1995-07-07|1040|de|full
Wim Kramer||1984-10-31|1042|nl en|full
Yara Lorenz||1997-01-05|1043|de|full
Zeno Moser||1992-09-28|1044|de|full
Alma Nagel||1970-02-19|1045|de|full
Boris Oswald|Bo|1976-06-12|1046|de|nickname
Celia Peters||1989-12-15|1047|de en|full
David Roth||1998-04-08|1048|de|full
Edda Schuster||1967-08-03|1049|de|full
Felix Tanner||1993-11-27|1050|de|full
Gloria Urban||1986-03-18|1051|de es|full
Hugo Vetter||1959-05-22|1052|de|full
Irma Winkler||1974-10-14|1053|de|full
Jakob Zand||2002-07-01|1054|de|short
Katja Arnold||1983-01-09|1055|de|full
Linus Beck||1996-09-16|1056|de|full
Maja Cerny||1991-04-29|1057|cs de|full
Noel Dietz||1987-06-20|1058|de|full
Olivia Engel||1994-12-30|1059|de en|full
Philipp Frey||1981-02-14|1060|de|full
Rahel Gut||1990-08-09|1061|de|full
Stefan Horn||1965-03-06|1062|de|full
Tilda Jung||1999-10-24|1063|de|full
Viktor Kern||1979-07-16|1064|de|full
"""
_FIELDS = ("name", "nickname", "birth_date", "card", "languages", "privacy")


def people() -> list[dict[str, Any]]:
    """Return the players of the demo room, as arguments of `player.import`."""
    return [dict(zip(_FIELDS, line.split("|"), strict=True)) for line in _PEOPLE.splitlines() if line]
