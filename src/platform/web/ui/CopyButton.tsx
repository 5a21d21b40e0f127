import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from '#platform/web/toast.ts';
import { IconButton } from './IconButton.tsx';

const confirmationMs = 2000;

type CopyButtonProps = { value: string; label: string; size?: 'sm' | 'md' };

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ value, label, size = 'sm' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(setCopied, confirmationMs, false);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      toast({
        title: 'Couldn’t copy',
        description: 'Your browser blocked it. Select the text and copy it yourself.',
        variant: 'destructive',
      });
    }
  }
  return (
    <>
      <IconButton
        label={label}
        size={size}
        icon={copied ? <Check aria-hidden className="text-success-ink" /> : <Copy aria-hidden />}
        onClick={() => void copy()}
      />
      <span role="status" className="sr-only">
        {copied && 'Copied'}
      </span>
    </>
  );
}
