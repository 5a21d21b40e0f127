import { Download, FolderOpen, Save, Send } from 'lucide-react';
import { Button } from '#platform/web/ui/Button.tsx';
import { BottomBar } from '#platform/web/ui/BottomBar.tsx';
import { MissingFields } from './MissingFields.tsx';

type SubmitBarProps = { pending: boolean; onSaveDraft: () => void };

/** Save Draft and Submit Note, at the bottom of the screen. */
export function SubmitBar({ pending, onSaveDraft }: SubmitBarProps) {
  return (
    <BottomBar>
      <MissingFields className="basis-full! sm:hidden" />
      <Button icon={<Save aria-hidden />} onClick={onSaveDraft}>
        Save Draft
      </Button>
      <Button
        variant="primary"
        type="submit"
        icon={<Send aria-hidden />}
        pending={pending}
        pendingLabel="Submitting…"
      >
        Submit Note
      </Button>
    </BottomBar>
  );
}

type DraftBarProps = { loadedName: string | undefined; onLoad: () => void; onDownload: () => void };

/** Load Draft and Download, above the form. */
export function DraftBar({ loadedName, onLoad, onDownload }: DraftBarProps) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-2">
      <Button icon={<FolderOpen aria-hidden />} onClick={onLoad}>
        Load Draft
      </Button>
      <Button icon={<Download aria-hidden />} onClick={onDownload}>
        Download
      </Button>
      {loadedName !== undefined && (
        <p className="text-sm wrap-anywhere text-muted">From the draft '{loadedName}'</p>
      )}
    </div>
  );
}
