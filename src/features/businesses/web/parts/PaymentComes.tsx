import { Link } from '@tanstack/react-router';
import { PLAN_CENTS, planLimits } from '../../rules.ts';
import type { RegisteredBusiness } from '../queries.ts';
import { formatCents } from '../../../../platform/web/format.ts';
import { Banner } from '../../../../platform/web/ui/Banner.tsx';
import { buttonClass } from '../../../../platform/web/ui/buttonClass.ts';
import { Card } from '../../../../platform/web/ui/Card.tsx';

/** What follows the registration of a business that pays. */
export function PaymentComes({ business }: { business: RegisteredBusiness }) {
  const { plan } = planLimits({ planType: business.planType, isCreatorBusiness: false });
  return (
    <Card>
      <div className="flex flex-col gap-5">
        <Banner tone="info" title={`${plan}, ${formatCents(PLAN_CENTS[business.planType])} per month`}>
          Card payments cannot be taken here yet, so nothing is charged. Until the subscription runs, your
          business is read-only: you can sign in and look around, but not add clients or notes.
        </Banner>
        <p>
          Create the administrator now, in this browser. We also sent a link to {business.email}, which works
          for 7 days in any browser.
        </p>
        <Link
          to="/register-admin"
          search={{ businessId: business.id }}
          className={buttonClass({ variant: 'primary', size: 'lg' })}
        >
          Create the administrator
        </Link>
      </div>
    </Card>
  );
}
