import { useEffect, useState, type ReactNode } from 'react';
import { toastNotSealed } from './notSealedToast.ts';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';

type StoredForm = {
  owner: number;
  /** The key of the persisted form. Constant while mounted. */
  formKey: string;
  /** Fields that are never stored. Constant. */
  omit: readonly string[];
};

/** The forms that are mounted or about to be, by key. */
const openForms = new Map<string, { isRead: boolean; read: Promise<void> }>();

/** Reads the sealed values of a form that is about to be mounted, so that its first render has them. */
export async function openForm({ owner, formKey, omit }: StoredForm): Promise<void> {
  const open = openForms.get(formKey) ?? { isRead: false, read: read({ owner, formKey, omit }) };
  openForms.set(formKey, open);
  await open.read;
  open.isRead = true;
}

async function read({ owner, formKey, omit }: StoredForm): Promise<void> {
  try {
    const { openSealedForm } = await import('./sealedForms.ts');
    await openSealedForm({ owner, key: formKey, omit });
  } catch {
    // Without this code, values stay in the storage of the browser.
    toastNotSealed(true);
  }
}

/** Renders a form once its sealed values have been read; they are sealed again at each change. */
export function SealedForm({ owner, formKey, omit, children }: StoredForm & { children: ReactNode }) {
  const [isRead, setRead] = useState(() => openForms.get(formKey)?.isRead === true);
  useEffect(() => {
    void openForm({ owner, formKey, omit }).then(() => setRead(true));
    // Another tab may change the values before it is mounted again.
    return () => void openForms.delete(formKey);
  }, [owner, formKey, omit]);
  return isRead ? children : <SkeletonText lines={10} />;
}
