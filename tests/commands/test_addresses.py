"""Addresses under which phones reach the server."""

import ipaddress
import socket

import pytest

from commands import addresses
from commands.addresses import addresses_in_network, names_of_computer, phone_addresses, web_address

AT_HOME = ["192.168.1.23", "10.0.0.5"]


def test_on_all_interfaces_phones_reach_every_address_in_the_network():
    assert phone_addresses("0.0.0.0", 8000, in_network=AT_HOME) == [
        "http://192.168.1.23:8000/",
        "http://10.0.0.5:8000/",
    ]


def test_on_all_interfaces_without_a_network_no_phone_reaches_it():
    assert phone_addresses("0.0.0.0", 8000, in_network=[]) == []


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.1.1", "::1", "localhost"])
def test_no_phone_reaches_a_loopback_address(host):
    assert phone_addresses(host, 8000, in_network=AT_HOME) == []


def test_a_chosen_address_is_the_only_one():
    assert phone_addresses("10.0.0.5", 8000, in_network=AT_HOME) == ["http://10.0.0.5:8000/"]


def test_an_ipv6_address_is_in_brackets():
    assert web_address("2001:db8::7", 8000) == "http://[2001:db8::7]:8000/"


def test_the_default_port_is_omitted():
    assert web_address("192.168.1.23", 80) == "http://192.168.1.23/"
    assert web_address("192.168.1.23", 443, "https") == "https://192.168.1.23/"
    assert web_address("192.168.1.23", 80, "https") == "https://192.168.1.23:80/"


@pytest.mark.parametrize("name", ["Kitchen", "kitchen.local", "kitchen.fritz.box"])
def test_the_first_name_of_a_computer_is_the_one_that_phones_resolve(monkeypatch, name):
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    assert names_of_computer()[:2] == ["kitchen.local", "kitchen"]
    assert {name.lower(), "localhost"} <= set(names_of_computer())


def test_the_address_of_the_default_route_comes_first_and_each_address_once(monkeypatch):
    monkeypatch.setattr(addresses, "_address_that_leads_out", lambda: ["192.168.1.23"])
    monkeypatch.setattr(
        addresses, "_addresses_of_own_name", lambda: ["127.0.1.1", "10.0.0.5", "192.168.1.23"]
    )
    assert addresses_in_network() == ["192.168.1.23", "10.0.0.5"]


def test_a_computer_without_any_network_has_no_address(monkeypatch):
    def unreachable(*_):
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    monkeypatch.setattr(socket, "getaddrinfo", unreachable)
    assert addresses_in_network() == []


def test_this_computer_knows_its_own_addresses():
    assert all(not ipaddress.ip_address(ip).is_loopback for ip in addresses_in_network())
