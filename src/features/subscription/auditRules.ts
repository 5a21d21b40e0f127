import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const subscriptionAuditLabels: AuditLabels = {
  objects: { subscription: 'Subscription' },
  actions: {
    'subscription.canceled': 'Canceled the subscription',
    'subscription.changed': 'The subscription changed',
    'subscription.payment_method_changed': 'Changed the payment method',
    'subscription.payment_method_opened': 'Opened the payment method',
    'subscription.plan_changed': 'Changed the plan',
    'subscription.reactivated': 'Reactivated the subscription',
  },
};
