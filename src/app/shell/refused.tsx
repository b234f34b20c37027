import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FormMessage } from '#features/accounts/client/public.tsx';
import { forgetSentForm, sentForm } from '#platform/client/sent-form.ts';

const buttons = ['like', 'follow', 'logout'] as const;

/** What the server has to say of a button that was pressed without scripts; others say it where their fields are. */
export function Refused() {
  const [sent] = useState(() => buttons.map((name) => sentForm(name)).find(Boolean));
  const place = useRouterState({ select: (state) => state.location.href });
  const [first] = useState(place);
  const [isLeft, setLeft] = useState(false);
  // Other forms come alive later, and forget what is theirs.
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
