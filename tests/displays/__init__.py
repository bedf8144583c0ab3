"""Tests of displays: announcements, groups, rotations."""
