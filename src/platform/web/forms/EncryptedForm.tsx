import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { followPageCache } from '#platform/web/pageCache.ts';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { holdForm, isOpenElsewhere } from './formLock.ts';
import { toastNotEncrypted } from './notEncryptedToast.ts';
import { resumeEncryptedForm, setEncryptedForm, suspendEncryptedForm } from './persistedForm.ts';
import type { FormStore } from './plainForms.ts';

const OpenElsewhere = lazyComponent(async () => (await import('./OpenElsewhere.tsx')).OpenElsewhere);

type StoredForm = {
  owner: number;
  /** The key of the persisted form. Constant while mounted. */
  formKey: string;
  /** Where it is in plain text when it cannot be encrypted. Constant. */
  toPlainStore: (formKey: string) => FormStore;
};

/** The forms that are mounted or about to be, by key. */
const openForms = new Map<string, { isRead: boolean; read: Promise<void> }>();

/** Reads the encrypted values of a form that is about to be mounted, so that its first render has them. */
export async function openForm(form: StoredForm): Promise<void> {
  const { formKey } = form;
  if (await isOpenElsewhere(formKey)) return;
  const open = openForms.get(formKey) ?? { isRead: false, read: read(form) };
  openForms.set(formKey, open);
  await open.read;
  open.isRead = true;
}

async function read({ owner, formKey, toPlainStore }: StoredForm): Promise<void> {
  try {
    const { openEncryptedForm } = await import('./encryptedForms.ts');
    await openEncryptedForm({ owner, key: formKey, toPlainStore });
  } catch {
    // Without this code, values stay in the storage of the browser.
    toastNotEncrypted(true);
  }
}

/** Opens the form of a page that is shown again: as it was left, or as another tab has changed it. */
async function reopenForm(form: StoredForm, onChanged: () => void): Promise<void> {
  if (await resumeEncryptedForm(form.formKey)) return;
  openForms.delete(form.formKey);
  await openForm(form);
  onChanged();
}

/** Longer than the form of the screen before takes to be released. */
const ELSEWHERE_AFTER_MS = 300;

/**
 * Renders a form once its encrypted values have been read; they are encrypted again at each change. One tab has it at a time:
 * another shows where it is until that tab has left it, or takes it over.
 */
export function EncryptedForm({
  owner,
  formKey,
  toPlainStore,
  children,
}: StoredForm & { children: ReactNode }) {
  const [state, setState] = useState<'reading' | 'open' | 'elsewhere'>(() =>
    openForms.get(formKey)?.isRead === true ? 'open' : 'reading',
  );
  const [attempt, setAttempt] = useState({ steal: false });
  // How often another tab has changed the form while this page was not shown.
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const form = { owner, formKey, toPlainStore };
    let timer = 0;
    let release: () => void;
    const hold = ({ steal, isBack }: { steal: boolean; isBack: boolean }) => {
      timer = window.setTimeout(() => setState('elsewhere'), ELSEWHERE_AFTER_MS);
      release = holdForm(formKey, {
        steal,
        onHeld: () => {
          clearTimeout(timer);
          void (isBack ? reopenForm(form, () => setChanges((count) => count + 1)) : openForm(form)).then(() =>
            setState('open'),
          );
        },
        onLost: () => {
          setEncryptedForm(formKey, null);
          setState('elsewhere');
          setAttempt({ steal: false });
        },
      });
    };
    hold({ ...attempt, isBack: false });
    const unfollow = followPageCache({
      onLeave: () => {
        clearTimeout(timer);
        suspendEncryptedForm(formKey);
        release();
      },
      onReturn: () => hold({ steal: false, isBack: true }),
    });
    return () => {
      unfollow();
      clearTimeout(timer);
      release();
      // Another tab may change the values before it is mounted again.
      openForms.delete(formKey);
    };
  }, [owner, formKey, toPlainStore, attempt]);
  if (state === 'elsewhere') return <OpenElsewhere onTake={() => setAttempt({ steal: true })} />;
  return state === 'open' ? <Fragment key={changes}>{children}</Fragment> : <SkeletonText lines={10} />;
}
