"""Models of the desk."""

from desk.models.booking import Booking
from desk.models.desk_settings import DeskSettings
from desk.models.printing import PrintSettings
from desk.models.registration import Extra, Registration
from desk.models.till import Drawer, DrawerCount, DrawerMove, Item, Payment, Receipt, Ticket, Voucher

__all__ = [
    "Booking",
    "DeskSettings",
    "Drawer",
    "DrawerCount",
    "DrawerMove",
    "Extra",
    "Item",
    "Payment",
    "PrintSettings",
    "Receipt",
    "Registration",
    "Ticket",
    "Voucher",
]
