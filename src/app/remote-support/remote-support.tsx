import { LifeBuoy } from 'lucide-react';
import { Suspense } from 'react';
import type { Channel, Message } from '#features/community/contract.ts';
import { CommunityScreen } from '#features/community/client/public.tsx';
import { AskScreen, HelpLink, HomeHelp, SessionPanel } from '#features/support/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { buttonClass } from '#ui/button.tsx';

const waiting = <div aria-busy="true" className="m-4 h-96 animate-pulse rounded-lg bg-sunken" />;

/** Community page with the support sessions in it. */
export function RemoteSupport(props: {
  slug: string | undefined;
  id: string | undefined;
  search: Record<string, unknown>;
}) {
  return (
    <CommunityScreen
      {...props}
      help={{
        home: <HomeHelp />,
        page: (
          <Suspense fallback={waiting}>
            <AskScreen search={props.search} />
          </Suspense>
        ),
        beside: helpPanel,
        question: helpWith,
      }}
    />
  );
}

function helpPanel({ id, kind }: Channel) {
  if (kind !== 'support') return null;
  return (
    <Suspense>
      <SessionPanel sessionId={id} />
    </Suspense>
  );
}

function helpWith({ id }: Message) {
  return (
    <HelpLink about={{ question: id }} className={buttonClass('secondary', 'w-fit text-sm')}>
      <LifeBuoy aria-hidden="true" className="size-4" />
      {m['support.ask.open_private']()}
    </HelpLink>
  );
}
