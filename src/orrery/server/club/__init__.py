"""What a club needs: moderators and what they did, invitations, announcements, and the removal of what is stale."""
