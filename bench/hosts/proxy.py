"""nginx in front of the web hosts, with a certificate of a test authority of its own."""

import subprocess
from pathlib import Path

from bench.hosts.network import Host

NAME = "room.test"
_CONFIGURATION = """
daemon off;
worker_processes 4;
worker_rlimit_nofile 20000;
error_log {directory}/error.log warn;
pid {directory}/nginx.pid;
events {{ worker_connections 18000; multi_accept off; }}
http {{
    access_log off;
    client_body_temp_path {directory}/body; proxy_temp_path {directory}/temp;
    fastcgi_temp_path {directory}/f; uwsgi_temp_path {directory}/u; scgi_temp_path {directory}/s;
    client_max_body_size 2600k;
    # Sockets stay for hours, so their number counts and not the order of requests.
    upstream web {{
        least_conn;
        zone web 256k;
{servers}
    }}
    # A host that has lost its power gives no answer; another one is asked after a second. A command is asked again only
    # if it was not handed over: its client repeats it with the same command id.
    proxy_connect_timeout 1s;
    # A web host that has lost its database refuses sockets with 403.
    proxy_next_upstream error timeout http_403;
    proxy_next_upstream_tries 3;
    proxy_socket_keepalive on;
    proxy_http_version 1.1;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Connection "";
    ssl_certificate {directory}/server.pem;
    ssl_certificate_key {directory}/server.key;
    ssl_session_cache shared:tls:10m;
    server {{
        listen 443 ssl reuseport backlog=8192 so_keepalive=on;
        # For clients of this lab that stand for thousands: deciphering on their side would be this machine's load.
        listen 80 reuseport backlog=8192 so_keepalive=on;
        server_name {name};
        location / {{ proxy_pass http://web; proxy_read_timeout 20s; }}
        location /ws/ {{
            proxy_pass http://web;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection "upgrade";
            proxy_buffer_size 4k;
            # Two heartbeats: a web host that has lost its power says nothing, and nginx asks TCP for no shorter limit.
            proxy_read_timeout {silence}s;
            proxy_send_timeout {silence}s;
        }}
    }}
}}
"""


def _openssl(*words: str) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)


def certificates(directory: Path) -> Path:
    """Make a test authority and a certificate of the proxy; return the authority's certificate."""
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2")
    authority, request = directory / "authority.pem", directory / "server.csr"
    _openssl(
        *("req", "-x509", *key, "-subj", "/CN=Test authority", "-out", str(authority)),
        *("-keyout", str(directory / "authority.key")),
    )
    _openssl(
        *("req", *key, "-subj", f"/CN={NAME}", "-out", str(request), "-keyout", str(directory / "server.key"))
    )
    names = directory / "names"
    names.write_text(f"subjectAltName=DNS:{NAME}\n")
    _openssl(
        *(
            "x509",
            "-req",
            "-in",
            str(request),
            "-CA",
            str(authority),
            "-CAkey",
            str(directory / "authority.key"),
        ),
        *("-CAcreateserial", "-days", "2", "-extfile", str(names), "-out", str(directory / "server.pem")),
    )
    return authority


def start(host: Host, web: list[Host], port: int, silence: int) -> None:
    """Start nginx on a host that has its certificate.

    Args:
        silence: seconds after which a socket without a message from its web host is closed.
    """
    servers = "\n".join(f"        server {one.address}:{port} max_fails=1 fail_timeout=8s;" for one in web)
    file = host.directory / "nginx.conf"
    file.write_text(
        _CONFIGURATION.format(directory=host.directory, servers=servers, name=NAME, silence=silence)
    )
    host.start("nginx", ["nginx", "-c", str(file), "-e", str(host.directory / "start.log")])
