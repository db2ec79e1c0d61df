#!/usr/bin/python3
"""A WebKit window of a phone's size, for WebKitWebDriver: without a toolbar, and with its data in $PHONE_DATA."""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

data = os.environ["PHONE_DATA"]
manager = WebKit2.WebsiteDataManager(base_data_directory=data, base_cache_directory=data + "/cache")
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_automation_allowed(True)
# Pages prefer reduced motion.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
# The back/forward cache is what freezes a page that is left; browsers have it on.
settings = WebKit2.Settings(enable_page_cache=True)


def new_window(*_):
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window = Gtk.Window(decorated=False, default_width=390, default_height=844)
    window.add(view)
    view.connect("close", lambda *_: window.destroy())
    window.show_all()
    return view


def start(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("Phone")
    session.set_application_info(info)
    session.connect("create-web-view", new_window)


context.connect("automation-started", start)
Gtk.main()
