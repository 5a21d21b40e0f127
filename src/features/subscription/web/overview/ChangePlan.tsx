import { useState } from 'react';
import { isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { RadioGroup } from '#platform/web/ui/RadioGroup.tsx';
import type { PlanType } from '#features/businesses/contract.ts';
import { planChoices, planName } from '#features/businesses/web/public.tsx';
import { useChangePlan, type SubscriptionInfo } from '#features/subscription/web/queries.ts';

type ChangePlanProps = { open: boolean; onOpenChange: (open: boolean) => void; info: SubscriptionInfo };

/** Changes the plan; the server rejects one whose limits the business exceeds. */
export function ChangePlan({ open, onOpenChange, info }: ChangePlanProps) {
  const [chosen, setChosen] = useState<PlanType | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useChangePlan();
  const value = chosen ?? info.planType;
  function close(next: boolean) {
    setChosen(null);
    setRefusal(null);
    onOpenChange(next);
  }
  async function save() {
    if (value === info.planType) {
      return setRefusal(`You're already on ${planName(value)}.`);
    }
    setRefusal(null);
    try {
      await change.mutateAsync(value);
      close(false);
      toast({ title: 'Plan changed', description: `You're now on ${planName(value)}.` });
    } catch (error) {
      if (!isSessionExpired(error)) {
        setRefusal(messageOf(error, "Couldn't change the plan. Please try again."));
      }
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Change plan"
      description="Takes effect immediately. You're credited for the rest of this month."
      size="sm"
      footer={
        <>
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button variant="primary" pending={change.isPending} onClick={() => void save()}>
            Change plan
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {refusal && <Banner tone="danger">{refusal}</Banner>}
        <RadioGroup
          legend="Plan"
          hideLegend
          value={value}
          onChange={(next) => {
            setChosen(next);
            setRefusal(null);
          }}
          options={planChoices.map((one) => ({
            ...one,
            hint: one.value === info.planType ? `${one.hint} (current plan)` : one.hint,
          }))}
        />
      </div>
    </Dialog>
  );
}
