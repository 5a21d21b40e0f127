/** The picture field of the profile. */

import { ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { messageOf } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';
import { Avatar } from '#platform/web/ui/Avatar.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  MAX_PICTURE_BYTES,
  NOT_A_PICTURE,
  PICTURE_TOO_LARGE,
  PICTURE_TYPES,
} from '#features/pictures/rules.ts';
import { validateSession } from '#features/sessions/web/queries.ts';
import { useChangePicture, useRemovePicture } from './queries.ts';

const showError = (description: string) => toast({ title: 'Error', description, variant: 'destructive' });

type PictureFieldProps = { id: number; name: string; picture: string | null };

/** A person's picture; changing and removing it saves immediately, without the surrounding form. */
export function PictureField({ id, name, picture, own }: PictureFieldProps & { own: boolean }) {
  const chooser = useRef<HTMLInputElement>(null);
  const change = useChangePicture(id, own);
  const remove = useRemovePicture(id, own);
  async function send(file: File) {
    if (!file.type.startsWith('image/')) return showError(NOT_A_PICTURE);
    if (file.size > MAX_PICTURE_BYTES) return showError(PICTURE_TOO_LARGE);
    try {
      await change.mutateAsync(file);
      toast({ title: 'Profile picture updated successfully' });
      if (own) await validateSession();
    } catch (error) {
      showError(messageOf(error, 'Failed to upload profile picture'));
    }
  }
  async function forget() {
    try {
      await remove.mutateAsync();
      toast({ title: 'Profile picture removed' });
      if (own) await validateSession();
    } catch (error) {
      showError(messageOf(error, "Couldn't remove the profile picture"));
    }
  }
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} src={picture} size="lg" />
      <div className="min-w-0">
        <p className="text-sm font-medium">Profile picture</p>
        <p className="mb-2 text-sm text-muted">PNG, JPEG, GIF, or WebP under 5 MB, cropped to a square.</p>
        <div className="flex flex-wrap gap-2">
          <input
            ref={chooser}
            type="file"
            accept={PICTURE_TYPES.join(',')}
            aria-label="Profile picture"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file) void send(file);
            }}
          />
          <Button
            size="sm"
            icon={<ImageUp aria-hidden />}
            pending={change.isPending}
            onClick={() => chooser.current?.click()}
          >
            {picture ? 'Change picture' : 'Upload picture'}
          </Button>
          {picture && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 aria-hidden />}
              pending={remove.isPending}
              onClick={() => void forget()}
            >
              Remove picture
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
