import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { toast } from '#platform/client/toasts.tsx';
import { Button } from '#ui/button.tsx';
import type { ServiceName } from '../going-on.ts';
import { servicesQuery } from './api.ts';
import { visitService } from './security-api.ts';

export const serviceWords: Record<ServiceName, () => string> = {
  kakao: () => m['accounts.service.kakao'](),
  naver: () => m['accounts.service.naver'](),
  line: () => m['accounts.service.line'](),
  google: () => m['accounts.service.google'](),
};

/** Buttons of the configured services; renders nothing if there are none. */
export function ServiceButtons({ next }: { next: string | undefined }) {
  const { data: offered = [] } = useQuery(servicesQuery);
  const [leaving, setLeaving] = useState(false);
  function leave(service: ServiceName): void {
    setLeaving(true);
    visitService(service, 'sign_in', next).catch((error: unknown) => {
      setLeaving(false);
      toast('danger', m['accounts.toast.login_failed'](), describeError(error));
    });
  }
  return offered.map((service) => (
    <Button key={service} look="secondary" disabled={leaving} onClick={() => leave(service)}>
      {m['accounts.page.continue_with']({ service: serviceWords[service]() })}
    </Button>
  ));
}
