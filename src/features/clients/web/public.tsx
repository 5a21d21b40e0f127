/** What other features use of clients. */
import { lazy, Suspense, useState } from 'react';

const EditClientInformation = lazy(async () => ({
  default: (await import('./parts/EditClientInformation.tsx')).EditClientInformation,
}));

export type EditClientInfoProps = {
  clientId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The Edit Client Information dialog; its code is loaded when it is first opened. */
export function EditClientInfoDialog(props: EditClientInfoProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <EditClientInformation {...props} />
    </Suspense>
  );
}
