import { FileArchive, FileDown, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { confirmChange } from '#platform/web/confirmChange.ts';
import { formatDateTime, formatDay, plural } from '#platform/web/format.ts';
import { formatFileSize } from '#platform/web/numberFormat.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { Unprintable } from '#platform/web/ui/Unprintable.tsx';
import { EXPORT_DAYS } from '#features/exports/rules.ts';
import { toFileAddress, useDeletePacket, usePackets, type Packet } from '#features/packets/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';

const NewPacketDialog = lazyDialog(async () => (await import('./NewPacketDialog.tsx')).NewPacketDialog);

/** Audit-day packets: start one, follow its progress, and download those of the last days. For managers. */
export function PacketsSection() {
  const [isOpen, setOpen] = useState(false);
  const packets = usePackets();
  return (
    <Card
      title="Audit-day packet"
      description="Everything an auditor asks for, for the clients and dates you choose or a random sample of visits."
      padded={false}
      actions={<Button onClick={() => setOpen(true)}>New packet</Button>}
    >
      <p className="max-w-prose px-4 pb-4 text-sm sm:px-5">
        The files contain health information: store them in a safe place. Only the newest packet is kept here,
        for {EXPORT_DAYS} days or until you delete it, so download it before you create another one. It counts
        toward your business's 2 GB of storage.
      </p>
      {!packets.data && packets.isError ? (
        <QueryError title="Couldn't load the packets" query={packets} />
      ) : (
        <PacketList packets={packets.data} />
      )}
      <NewPacketDialog open={isOpen} onOpenChange={setOpen} />
    </Card>
  );
}

function PacketList({ packets }: { packets: readonly Packet[] | undefined }) {
  if (packets?.length === 0)
    return (
      <EmptyState
        icon={<FileArchive />}
        title="No packets"
        body="A packet has the signed notes with signatures and evidence, authorizations, assignments, units, and a list of each gap."
      />
    );
  return (
    <ul aria-label="Packets" aria-busy={!packets} className="border-t border-line">
      {packets ? (
        packets.map((one) => (
          <li key={one.id} className="border-line px-4 py-3 not-last:border-b sm:px-5">
            <PacketRow packet={one} />
          </li>
        ))
      ) : (
        <li className="px-4 py-3 sm:px-5">
          <Skeleton className="h-12" />
        </li>
      )}
    </ul>
  );
}

function PacketRow({ packet }: { packet: Packet }) {
  const { timeZone } = useUser();
  const { state, visits, createdAt, unprintable } = packet;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{describeSelection(packet)}</p>
        <p className="text-sm text-muted">
          {plural(visits, 'visit', 'visits')} · {formatDateTime(createdAt, timeZone)}
        </p>
        <Unprintable codes={unprintable} />
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        <PacketState packet={packet} />
        {state !== 'running' && <DeletePacket packet={packet} />}
      </div>
    </div>
  );
}

function PacketState({ packet }: { packet: Packet }) {
  const { state, done, of, failure } = packet;
  if (state === 'done') return <Files packet={packet} />;
  if (state === 'queued') return <p className="text-sm text-muted">Waiting for its turn</p>;
  if (state === 'running')
    return (
      <Progress label="Creating the packet" value={done} max={Math.max(of, 1)} className="w-full sm:w-56" />
    );
  return (
    <p role="alert" className="text-sm text-danger-ink">
      {failure}
    </p>
  );
}

function DeletePacket({ packet }: { packet: Packet }) {
  const deletion = useDeletePacket();
  const selection = describeSelection(packet);
  const remove = () =>
    confirmChange({
      title: 'Delete this packet?',
      body: `${selection}. Its files will be deleted for everyone. This can't be undone, but you can create another packet.`,
      change: () => deletion.mutateAsync(packet.id),
      done: 'Packet deleted',
      failed: "Couldn't delete the packet",
    });
  return (
    <IconButton
      label={`Delete the packet of ${selection}`}
      icon={<Trash2 aria-hidden />}
      pending={deletion.isPending}
      onClick={() => void remove()}
    />
  );
}

function Files({ packet: { id, formats, fileSize } }: { packet: Packet }) {
  return (
    <div className="flex flex-wrap gap-2">
      {formats.map((format) => (
        <a key={format} href={toFileAddress(id, format)} download className={buttonClass({ size: 'sm' })}>
          <FileDown aria-hidden />
          Download {format.toUpperCase()}
          <span className="sr-only">of packet {id}</span>
          {format === 'zip' && fileSize !== null && (
            <span className="font-normal text-muted">{formatFileSize(fileSize)}</span>
          )}
        </a>
      ))}
    </div>
  );
}

/** 'Cleo Client and 2 more, Mar 1, 2026 to Mar 31, 2026'. */
function describeSelection({ pairs, sample }: Packet): string {
  const days = ({ from, to }: { from: string; to: string }) => `${formatDay(from)} to ${formatDay(to)}`;
  if (sample) return `Random sample, ${days(sample)}`;
  const [first, ...others] = pairs ?? [];
  if (!first) return '';
  if (others.length === 0) return `${first.clientName}, ${days(first)}`;
  return `${first.clientName} and ${plural(others.length, 'more period', 'more periods')}`;
}
