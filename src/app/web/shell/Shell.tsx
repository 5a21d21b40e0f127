import { useMatches } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { whenIdle } from '#platform/web/preload.ts';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { SkipLink } from '#platform/web/ui/SkipLink.tsx';
import { useWriteRefusal } from '#platform/web/writes.ts';
import { BottomNav } from './BottomNav.tsx';
import { Header } from './Header.tsx';
import { Notices } from './Notices.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { Sidebar } from './Sidebar.tsx';
import { MAIN_ID, useTitle } from './useTitle.ts';

const RefusedScreen = lazyComponent(async () => (await import('./Unpaid.tsx')).RefusedScreen);

const PrintedHeading = lazyComponent(async () => (await import('./PrintedHeading.tsx')).PrintedHeading);

/** The layout of every screen of signed-in users. */
export function Shell({ children }: { children: ReactNode }) {
  const { title } = useTitle();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <div className="group/shell flex min-h-dvh [--sticky-top:4rem] print:block print:min-h-0">
      <title>{`${title} · ${PRODUCT_NAME}`}</title>
      <SkipLink target={MAIN_ID} />
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <Header />
        <main
          id={MAIN_ID}
          tabIndex={-1}
          className="mx-auto flex w-full max-w-7xl flex-1 flex-col px-4 pt-5 pb-24 outline-none group-has-data-bottom-bar/shell:pb-0 sm:px-6 sm:group-has-data-bottom-bar/shell:pb-8 lg:px-8 lg:pb-10 print:block print:max-w-none print:p-0!"
        >
          {isIdle && <PrintedHeading />}
          <Notices />
          <Writable>{children}</Writable>
        </main>
      </div>
      <BottomNav />
      <RouteAnnouncer />
    </div>
  );
}

/** Replaces a screen that only creates records while the business is read-only. */
function Writable({ children }: { children: ReactNode }) {
  const isForWriting = useMatches().at(-1)?.staticData.writes === true;
  const refused = useWriteRefusal() !== null && isForWriting;
  return refused ? <RefusedScreen /> : children;
}
