"""A browser with nothing but WebKitGTK in a window of a phone's size, controlled by WebKitWebDriver.

    /usr/bin/python3 window.py PROFILE CONSOLE

It runs on Debian's own Python, which has GTK. Debian's MiniBrowser would do, too, but forgets everything when
it ends, is wider than a phone, and keeps the console to itself; this one stores its profile in the folder
PROFILE, and appends what the console says to the file CONSOLE.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402 - only now it is known which

WIDTH, HEIGHT = 390, 844


def main(profile, console):
    log = os.open(console, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(log, stream.fileno())
    # A page in transition takes no taps.
    Gtk.Settings.get_default().props.gtk_enable_animations = False
    context = context_of(profile)
    settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
    context.connect("automation-started", automate, settings)
    Gtk.main()


def context_of(profile):
    stored = WebKit2.WebsiteDataManager(base_data_directory=profile, base_cache_directory=f"{profile}/cache")
    context = WebKit2.WebContext.new_with_website_data_manager(stored)
    cookies = f"{profile}/cookies.sqlite"
    context.get_cookie_manager().set_persistent_storage(cookies, WebKit2.CookiePersistentStorage.SQLITE)
    context.set_preferred_languages(["en-GB"])
    context.set_automation_allowed(True)
    return context


def automate(context, session, settings):
    info = WebKit2.ApplicationInfo()
    info.set_name("phone")
    session.set_application_info(info)
    session.connect("create-web-view", lambda _session: open_window(context, settings))


def open_window(context, settings):
    window = Gtk.Window(default_width=WIDTH, default_height=HEIGHT)
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    view.connect("close", lambda _view: window.destroy())
    window.add(view)
    window.show_all()
    return view


if __name__ == "__main__":
    main(*sys.argv[1:])
