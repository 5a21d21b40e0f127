/** Choosing and uploading a file, with its progress. */
import { useRef, useState } from 'react';
import { formatMegabytes } from '#platform/web/numberFormat.ts';
import type { Progress as Sent } from '#platform/web/upload.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { FileInput } from '#platform/web/ui/FileInput.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import { FILE_CHOOSER } from '#features/files/rules.ts';

type FileFieldProps = {
  file: File | null;
  error: string | undefined;
  hint?: string;
  onChange: (file: File | null) => void;
  disabled: boolean;
};

/** A labelled file input that shows the chosen file with its size in MB. */
export function FileField({ file, error, hint, onChange, disabled }: FileFieldProps) {
  return (
    <Field
      label="File"
      required
      error={error}
      hint={hint ?? 'PDF, Office documents, text, and images up to 25 MB'}
    >
      <FileInput
        accept={FILE_CHOOSER}
        chosen={file && { name: file.name, note: formatMegabytes(file.size) }}
        onChange={onChange}
        disabled={disabled}
      />
    </Field>
  );
}

/** The progress of an upload with a Stop button; after the last byte the server checks the file. */
export function UploadProgress({ progress, onStop }: { progress: Sent; onStop: () => void }) {
  const { sent, total } = progress;
  const arrived = total > 0 && sent >= total;
  return (
    <div className="flex items-end gap-3">
      <Progress
        className="flex-1"
        label={arrived ? 'Checking the file' : 'Uploading'}
        value={sent}
        max={total}
        figure={total > 0 ? `${formatMegabytes(sent)} of ${formatMegabytes(total)}` : ''}
      />
      <Button size="sm" onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}

interface Sending {
  onProgress: (progress: Sent) => void;
  signal: AbortSignal;
}

/**
 * The state of one upload at a time: `await upload.run((sending) => …)` returns true when it is done and false
 * when the user stopped it. Throws on failure.
 */
export function useUpload() {
  const [progress, setProgress] = useState<Sent | null>(null);
  const abort = useRef<AbortController | null>(null);
  async function run(send: (sending: Sending) => Promise<unknown>): Promise<boolean> {
    const controller = new AbortController();
    abort.current = controller;
    setProgress({ sent: 0, total: 0 });
    try {
      await send({ onProgress: setProgress, signal: controller.signal });
      return true;
    } catch (error) {
      if (controller.signal.aborted) return false;
      throw error;
    } finally {
      abort.current = null;
      setProgress(null);
    }
  }
  return { progress, run, stop: () => abort.current?.abort() };
}
