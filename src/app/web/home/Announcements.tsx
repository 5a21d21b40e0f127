import { Megaphone } from 'lucide-react';
import { Card } from '../../../platform/web/ui/Card.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';

/** News of the business. Nobody can announce anything yet, so there is none. */
export function Announcements() {
  return (
    <Card title="Recent Announcements">
      <EmptyState
        icon={<Megaphone />}
        title="No announcements yet"
        body="Meetings, events and news of your business will appear here."
      />
    </Card>
  );
}
