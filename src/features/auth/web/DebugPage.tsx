import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { storedSession } from '#platform/web/session.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { CopyButton } from '#platform/web/ui/CopyButton.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { useUser, type SessionUser } from '#features/sessions/web/queries.ts';

/** The session as this browser stores it, for support with login problems. */
export function DebugPage() {
  const user = useUser();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card title="User">
        <DescriptionList
          columns={2}
          items={Object.entries(user).map(([term, value]) => ({ term, value: formatValue(value) }))}
        />
      </Card>
      <div className="flex flex-col gap-6">
        <TokenCard />
        <Card title="Storage" description="Keys this site keeps in the browser, with their size">
          <DescriptionList items={[...keysOf(localStorage, 'local'), ...keysOf(sessionStorage, 'session')]} />
        </Card>
      </div>
    </div>
  );
}

const formatValue = (value: SessionUser[keyof SessionUser]) =>
  Array.isArray(value) ? JSON.stringify(value) : String(value ?? '');

function TokenCard() {
  const [revealed, setRevealed] = useState(false);
  const token = storedSession()?.token;
  if (!token) return <Card title="Token">No token is stored.</Card>;
  return (
    <Card
      title="Token"
      description="Anyone with this token can log in as you. Don't share it."
      footer={
        <>
          <Button
            size="sm"
            icon={revealed ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            aria-pressed={revealed}
            onClick={() => setRevealed(!revealed)}
          >
            {revealed ? 'Hide token' : 'Reveal token'}
          </Button>
          {revealed && <CopyButton value={token} label="Copy token" />}
        </>
      }
    >
      <p className="font-mono text-sm wrap-anywhere">
        {revealed ? token : `${token.slice(0, 4)}${'•'.repeat(16)}`}
      </p>
    </Card>
  );
}

function keysOf(storage: Storage, kind: string) {
  return Object.keys(storage)
    .sort()
    .map((key) => ({ term: `${kind}: ${key}`, value: `${storage.getItem(key)?.length ?? 0} characters` }));
}
