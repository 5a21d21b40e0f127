import { useEffect, useState, type ReactNode } from 'react';
import { toastNotSealed } from './persistedForm.ts';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';

type SealedFormProps = {
  owner: number;
  /** The key of the persisted form. Constant while mounted. */
  formKey: string;
  /** Fields that are never stored. Constant. */
  omit: readonly string[];
  children: ReactNode;
};

/** Renders a form once its sealed values have been read; they are sealed again at each change. */
export function SealedForm({ owner, formKey, omit, children }: SealedFormProps) {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    void import('./sealedForms.ts')
      .then(({ openSealedForm }) => openSealedForm({ owner, key: formKey, omit }))
      // Without this code, values stay in the storage of the browser.
      .catch(() => toastNotSealed(true))
      .then(() => setRead(true));
  }, [owner, formKey, omit]);
  return isRead ? children : <SkeletonText lines={10} />;
}
