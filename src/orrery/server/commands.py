"""``orrery serve``, ``orrery admin`` and ``orrery openapi``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

USER = (
    *("list", "add", "password", "token", "sign-out", "delete"),
    *("moderator", "member", "mute", "unmute", "ban", "unban"),
)
"""What can be done about accounts."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The server's subcommands."""
    serve = commands.add_parser("serve", help="start the server", description="Start the server.")
    serve.add_argument("--host", help="address to listen on (ORRERY_HOST, 127.0.0.1)")
    serve.add_argument("--port", type=int, help="port, 0 for a free one (ORRERY_PORT, 8700)")
    serve.add_argument("--data", type=Path, help="data folder (ORRERY_DATA)")
    serve.set_defaults(run=run_serve)

    doctor = commands.add_parser("doctor", help="say what is missing here and what is set up wrongly")
    doctor.add_argument("--json", action="store_true", help="print one object for machines")
    doctor.set_defaults(run=run_doctor)

    openapi = commands.add_parser("openapi", help="print the OpenAPI document of the server")
    openapi.set_defaults(run=run_openapi)

    admin = commands.add_parser(
        "admin", help="keep a server's data and people: migrate, backup, user, announce and so on"
    )
    jobs = admin.add_subparsers(dest="job", metavar="JOB", required=True)
    jobs.add_parser("migrate", help="bring the database to the newest schema")
    backup = jobs.add_parser("backup", help="write a backup, also while the server runs")
    backup.add_argument("file", type=Path)
    backup.add_argument(
        "--with-key", action="store_true", help="with the key that signs sessions: whoever has it can be anybody"
    )
    backup.add_argument("--keep", type=int, metavar="N", help="keep N backups: FILE, FILE.1, FILE.2 and so on")
    restore = jobs.add_parser("restore", help="replace the database by a backup; the server must not run")
    restore.add_argument("file", type=Path)
    restore.add_argument("--replace", action="store_true", help="replace a database that holds matches")
    check = jobs.add_parser("check", help="replay every stored match and compare digests")
    check.add_argument("--new", action="store_true", help="leave out what this engine has checked before")
    check.add_argument("--heal", action="store_true", help="let matches that replay again be played again")
    user = jobs.add_parser("user", help="accounts: add one, make one a moderator, put one out, and so on")
    user.add_argument("what", choices=USER)
    user.add_argument("name", nargs="?", help="the account")
    user.add_argument(
        "--reason", default="by whoever runs this server", help="what a muted or banned person is told"
    )
    user.add_argument("--minutes", type=int, metavar="N", help="how long somebody is muted; for good without")
    invite = jobs.add_parser("invite", help="print a link by which one account can be made")
    invite.add_argument("--days", type=int, default=14, metavar="N", help="how long it is good (14)")
    invite.add_argument("--note", default="", help="whom it is for, in the list of moderators")
    announce = jobs.add_parser("announce", help="show everybody a line, such as that the server will be restarted")
    announce.add_argument("text", nargs="?")
    announce.add_argument("--minutes", type=int, metavar="N", help="when it comes true; then the line goes")
    announce.add_argument("--end", action="store_true", help="take the line back")
    tidy = jobs.add_parser("tidy", help="remove guests and open tables that are stale")
    tidy.add_argument("--dry-run", action="store_true", help="only say how many there are")
    admin.set_defaults(run=run_admin)


def settings(args: argparse.Namespace) -> Any:
    """The settings of the environment, with what the command line says."""
    from orrery.server.settings import Settings

    env = dict(os.environ)
    for name in ("host", "port", "data"):
        value = getattr(args, name, None)
        if value is not None:
            env[f"ORRERY_{name.upper()}"] = str(value)
    return Settings.read(env)


def run_serve(args: argparse.Namespace) -> int:
    """Serve until told to stop; running commits are finished first."""
    from orrery.server import logs
    from orrery.server.serving import serve

    read = settings(args)
    logs.configure(read)
    return serve(read)


def run_doctor(args: argparse.Namespace) -> int:
    """Look at everything; 1 if anything is wrong."""
    from orrery.server import doctor

    found = list(doctor.examine())
    print(json.dumps([each._asdict() for each in found]) if args.json else doctor.show(found))
    return int(any(each.kind == "wrong" for each in found))


def run_openapi(args: argparse.Namespace) -> int:
    import json

    from orrery.server.app import create_app, document

    app = create_app(settings(args))
    json.dump(document(app), sys.stdout, indent=1, ensure_ascii=False)
    print()
    return 0


def run_admin(args: argparse.Namespace) -> int:
    from orrery.server import admin, logs

    read = settings(args)
    logs.configure(read)
    return admin.run(read, args)
