"""From finds to the hand that was laid, with its doubts."""
