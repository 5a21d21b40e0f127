import { Download, FolderOpen, Save, Send } from 'lucide-react';
import { BottomBar } from '#platform/web/ui/BottomBar.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
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

type DraftBarProps = {
  /** Set while the note is being submitted: nothing replaces the form until there is an answer. */
  isSubmitting: boolean;
  loadedName: string | undefined;
  onLoad: () => void;
  onDownload: () => void;
  /** Undefined unless an unfinished note was restored. */
  onStartOver: (() => void) | undefined;
};

/** Load Draft and Download, above the form, and where its note is from. */
export function DraftBar({ isSubmitting, loadedName, onLoad, onDownload, onStartOver }: DraftBarProps) {
  const source =
    loadedName !== undefined
      ? `From the draft '${loadedName}'`
      : onStartOver && 'We restored your unfinished note.';
  return (
    <div inert={isSubmitting} className="mb-6 flex flex-wrap items-center gap-2">
      <Button icon={<FolderOpen aria-hidden />} onClick={onLoad}>
        Load Draft
      </Button>
      <Button icon={<Download aria-hidden />} onClick={onDownload}>
        Download
      </Button>
      {source && <p className="text-sm wrap-anywhere text-muted">{source}</p>}
      {onStartOver && (
        <Button size="sm" variant="ghost" onClick={onStartOver}>
          Start over
        </Button>
      )}
    </div>
  );
}
