import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FormMessage } from '#features/accounts/client/public.tsx';
import { forgetSentForm, sentForm } from '#platform/client/sent-form.ts';

const buttons = ['like', 'follow', 'logout'] as const;

/** Error of a button that was pressed without scripts; other forms show theirs at their fields. */
export function Refused() {
  const [sent] = useState(() => buttons.map((name) => sentForm(name)).find(Boolean));
  const place = useRouterState({ select: (state) => state.location.href });
  const [first] = useState(place);
  const [isLeft, setLeft] = useState(false);
  // Other forms hydrate later and clear their own error.
  useEffect(() => {
    if (sent) forgetSentForm();
  }, [sent]);
  if (place !== first && !isLeft) setLeft(true);
  if (!sent || isLeft || place !== first) return null;
  return (
    <div className="page pt-6">
      <FormMessage>{sent.message}</FormMessage>
    </div>
  );
}
