"""Settings of logins and of single sign-on. `tourney/settings.py` takes them over."""

import os

from tourney.edge.environment import Env

env = Env()

# How many passwords are checked at once; eight more wait, others have to retry. Each check takes a core for a tenth
# of a second. Default: half of the cores.
PASSWORDS_AT_ONCE = env.int("PASSWORDS_AT_ONCE", default=max(1, (os.cpu_count() or 2) // 2))
# Wrong passwords until a name is locked for the address they came from (tourney/access/logins.py); those within
# `LOGIN_LOCKED_HOURS` before the last one count.
LOGIN_FAILURES = env.int("LOGIN_FAILURES", default=5)
# How long a name stays locked, from the last checked password on.
LOGIN_LOCKED_HOURS = env.float("LOGIN_LOCKED_HOURS", default=0.25)

# Single sign-on by OpenID Connect: the provider's issuer (`https://login.example/realm`), as its tokens name it. Its
# redirect address is `/login/sso/callback/`. Default: none.
OIDC_ISSUER = env.str("OIDC_ISSUER", default="")
# The client id of this server at the provider.
OIDC_CLIENT_ID = env.str("OIDC_CLIENT_ID", default="")
# A file with the client's secret. Default: none, a public client.
OIDC_SECRET_FILE = env.str("OIDC_SECRET_FILE", default="")
# The scopes that are asked for.
OIDC_SCOPE = env.str("OIDC_SCOPE", default="openid profile email")
# Which group of the provider has which role, the first that fits: `poker-directors=director,poker-floor=floor`. Logins
# are then created and their roles follow the groups. Default: none; logins are linked by a verified address only.
OIDC_ROLES = [tuple(one.rsplit("=", 1)) for one in env.list("OIDC_ROLES", default=[])]
# The claim with a person's groups.
OIDC_ROLES_CLAIM = env.str("OIDC_ROLES_CLAIM", default="groups")
# Whether a person is linked with the login that has their address, if the provider has verified it.
OIDC_LINK_BY_EMAIL = env.bool("OIDC_LINK_BY_EMAIL", default=False)
# Whether a sign-on counts as a second factor, because the provider demands one.
OIDC_SECOND_FACTOR = env.bool("OIDC_SECOND_FACTOR", default=False)
# The only logins that still work with a password, separated by commas: one for emergencies. Default: all.
PASSWORD_LOGINS: list[str] = env.list("PASSWORD_LOGINS", default=[])
