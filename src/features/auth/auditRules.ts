import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const authAuditLabels: AuditLabels = {
  objects: { session: 'Session' },
  actions: {
    'person.password_changed': 'Changed the password of',
    'person.password_issued': 'Set a temporary password for',
    'person.password_reset': 'Reset the forgotten password of',
    'person.password_revealed': 'Viewed the temporary password of',
    'person.reset_requested': 'Sent a password reset link to',
    'person.signed_in': 'Logged in',
    'person.signed_out': 'Logged out',
    'person.two_step_disabled': 'Turned off two-factor authentication for',
    'person.two_step_enabled': 'Turned on two-factor authentication for',
    'person.sending_allowed': 'Allowed one send-only login for',
    'person.two_step_removed': 'Reset two-factor authentication for',
    'person.signed_out_on_device': 'Ended a session of',
    'person.signed_out_everywhere': 'Ended all sessions of',
    'person.two_step_set_up': 'Started to set up two-factor authentication for',
    'session.ended': 'Ended a session',
  },
};
