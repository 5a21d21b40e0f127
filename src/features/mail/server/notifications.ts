import type { AuditListener, Notifications } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { getEnvelope, notifyManagers, sendMessage } from './actions.ts';
import { withdrawNotifications } from './notificationActions.ts';

/** Sends messages on behalf of features that can't import `mail`; `app` adds it to the services. */
export const notifications: Notifications = {
  async notifyUser(tx: BusinessTransaction, sender, { userId, subject, content }) {
    const to = await getEnvelope(tx, sender, userId);
    await sendMessage(tx, sender, { to, subject, content: content(fullNameOf(to.author)) });
  },
  notifyManagers,
};

/** Withdraws the queued emails to a user who was deactivated. */
export const emailWithdrawal: AuditListener = {
  onRecorded(tx: BusinessTransaction, event, { businessId, now }) {
    const isDeactivated = event.type === 'person.changed' && event.details.status === 'inactive';
    return isDeactivated && event.id
      ? withdrawNotifications(tx, { businessId, userId: event.id, now })
      : undefined;
  },
};
