"""The equipment at one table: camera, box, the live hand that they follow, and their set-up."""
