import { useState } from 'react';
import { failureToast } from '#platform/web/failureToast.ts';
import { queryClient } from '#platform/web/queries.ts';
import { isActive } from '#features/services/rules.ts';
import { servicesQuery, useOrderServices, type BusinessService } from '#features/services/web/queries.ts';

/** Moves a service up (-1) or down (1) in the list of active services; `announcement` is for screen readers. */
export function useMoveService(active: readonly BusinessService[]) {
  const order = useOrderServices();
  const [announcement, setAnnouncement] = useState('');
  async function move(service: BusinessService, by: -1 | 1): Promise<void> {
    const from = active.indexOf(service);
    const to = from + by;
    if (order.isPending || to < 0 || to >= active.length) return;
    const ids = active.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    try {
      const ordered = await order.mutateAsync(ids);
      // Before the list is refetched, so that the next key press moves it from here.
      queryClient.setQueryData(servicesQuery().queryKey, (all: BusinessService[] = []) => [
        ...ordered.flatMap(({ id, position }) =>
          all.filter((one) => one.id === id).map((one) => ({ ...one, position })),
        ),
        ...all.filter((one) => !isActive(one)),
      ]);
      setAnnouncement(`${service.name}, ${to + 1} of ${active.length}`);
    } catch (error) {
      failureToast(error, 'Failed to reorder services');
    }
  }
  return { move, announcement };
}
