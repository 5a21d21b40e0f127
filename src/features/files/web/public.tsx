/** Choosing and uploading a file, with its progress. */

import { useRef, useState } from 'react';
import { issuesOf } from '#platform/web/apiError.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { formatMegabytes } from '#platform/web/numberFormat.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { FileInput } from '#platform/web/ui/FileInput.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import type { Progress as Sent } from '#platform/web/upload.ts';
import { FILE_CHOOSER, findFileProblem } from '#features/files/rules.ts';

export type FileUpload = ReturnType<typeof useFileUpload>;

/** A labeled file input that shows the chosen file with its size in MB. */
export function FileField({ upload }: { upload: FileUpload }) {
  const { file, problem, choose, progress } = upload;
  return (
    <Field label="File" required error={problem} hint="PDF, Office documents, text, and images up to 25 MB">
      <FileInput
        accept={FILE_CHOOSER}
        chosen={file && { name: file.name, note: formatMegabytes(file.size) }}
        onChange={choose}
        disabled={progress !== null}
      />
    </Field>
  );
}

/** The progress of an upload with a Stop button; after the last byte the server checks the file. */
export function UploadProgress({ upload: { progress, stop } }: { upload: FileUpload }) {
  if (!progress) return null;
  const { sent, total } = progress;
  const isComplete = total > 0 && sent >= total;
  return (
    <div className="flex items-end gap-3">
      <Progress
        className="flex-1"
        label={isComplete ? 'Checking the file' : 'Uploading'}
        value={sent}
        max={total}
        figure={total > 0 ? `${formatMegabytes(sent)} of ${formatMegabytes(total)}` : ''}
      />
      <Button size="sm" onClick={stop}>
        Stop
      </Button>
    </div>
  );
}

interface Sending {
  file: File;
  /** The idempotency key: the same for a repeated upload of the same file with the same fields. */
  idempotencyKey: string;
  onProgress: (progress: Sent) => void;
  signal: AbortSignal;
}

/** The file chosen in a form, and its upload, one at a time. @param findProblem what is wrong with a file, or null */
export function useFileUpload(findProblem = findFileProblem) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<Sent | null>(null);
  const abort = useRef<AbortController | null>(null);
  const attempt = useIdempotencyKey();
  function choose(chosen: File | null) {
    setFile(chosen);
    setProblem(chosen ? (findProblem(chosen) ?? undefined) : undefined);
  }
  /**
   * Uploads the file and shows problems at the field.
   * @returns false when the file is missing or invalid, and when the user stopped
   * @throws the server's error
   */
  async function run(fields: object, send: (sending: Sending) => Promise<unknown>): Promise<boolean> {
    const wrong = file ? findProblem(file) : 'Please choose a file';
    setProblem(wrong ?? undefined);
    if (!file || wrong) return false;
    const { name, size, lastModified } = file;
    const idempotencyKey = attempt.keyFor({ ...fields, name, size, lastModified });
    const { signal } = (abort.current = new AbortController());
    setProgress({ sent: 0, total: 0 });
    try {
      await send({ file, idempotencyKey, onProgress: setProgress, signal });
      attempt.done();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      setProblem(issuesOf(error)?.find(({ path }) => path === 'file')?.message);
      throw error;
    } finally {
      abort.current = null;
      setProgress(null);
    }
  }
  const stop = () => abort.current?.abort();
  /** Stops the upload and forgets the file, when its dialog closes. */
  function reset() {
    stop();
    choose(null);
    attempt.done();
  }
  return { file, choose, problem, setProblem, progress, run, stop, reset };
}
