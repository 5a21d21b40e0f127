import { ArrowLeftRight, CreditCard, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { showFailure } from '#features/subscription/web/payment/payment.ts';
import {
  useCancel,
  usePaymentPage,
  useReactivate,
  type Subscription,
  type SubscriptionInfo,
} from '#features/subscription/web/queries.ts';
import { ChangePlan } from './ChangePlan.tsx';
import { dayOf } from './period.ts';

/** The actions the server allows on the subscription. */
export function Actions({ info }: { info: SubscriptionInfo }) {
  const { can, subscription } = info;
  const [changing, setChanging] = useState(false);
  if (!subscription || !Object.values(can).includes(true)) return null;
  return (
    <Card title="Actions">
      <div className="flex flex-col gap-2">
        {can.updatePaymentMethod && <UpdatePaymentMethod />}
        {can.changePlan && (
          <Button icon={<ArrowLeftRight aria-hidden />} onClick={() => setChanging(true)}>
            Change plan
          </Button>
        )}
        {can.reactivate && <Reactivate />}
        {can.cancel && <Cancel subscription={subscription} />}
      </div>
      <ChangePlan open={changing} onOpenChange={setChanging} info={info} />
    </Card>
  );
}

function UpdatePaymentMethod() {
  const page = usePaymentPage();
  async function open() {
    const tab = openInNewTab();
    try {
      tab.goTo((await page.mutateAsync()).url);
    } catch (error) {
      tab.close();
      showFailure(error, 'Failed to open payment update portal. Please try again.');
    }
  }
  return (
    <Button icon={<CreditCard aria-hidden />} pending={page.isPending} onClick={() => void open()}>
      Update payment method
    </Button>
  );
}

/**
 * Opens a tab whose address is set later: browsers allow a new tab only during the click. If it is blocked, the
 * address opens in this tab.
 */
function openInNewTab(): { goTo: (path: string) => void; close: () => void } {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return {
    goTo: (path) => {
      const url = new URL(path, location.origin).href;
      if (tab && !tab.closed) tab.location.replace(url);
      else location.assign(url);
    },
    close: () => tab?.close(),
  };
}

function Cancel({ subscription }: { subscription: Subscription }) {
  const { timeZone } = useUser();
  const cancel = useCancel();
  const end = dayOf(subscription.current_period_end, timeZone);
  async function ask() {
    const isConfirmed = await confirm({
      title: 'Cancel the subscription?',
      body: `You keep full access until ${end}. After that the business is read-only; nothing is deleted. You can reactivate until then.`,
      confirmLabel: 'Cancel subscription',
      cancelLabel: 'Keep subscription',
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await cancel.mutateAsync();
      toast({ title: 'Subscription canceled', description: `Active until ${end}.` });
    } catch (error) {
      showFailure(error, 'Failed to cancel subscription. Please try again.');
    }
  }
  return (
    <Button icon={<X aria-hidden />} pending={cancel.isPending} onClick={() => void ask()}>
      Cancel subscription
    </Button>
  );
}

function Reactivate() {
  const reactivate = useReactivate();
  async function run() {
    try {
      await reactivate.mutateAsync();
      toast({
        title: 'Subscription reactivated',
        description: 'Your subscription will renew automatically.',
      });
    } catch (error) {
      showFailure(error, 'Failed to reactivate subscription. Please try again.');
    }
  }
  return (
    <Button
      variant="primary"
      icon={<RotateCcw aria-hidden />}
      pending={reactivate.isPending}
      onClick={() => void run()}
    >
      Reactivate subscription
    </Button>
  );
}
