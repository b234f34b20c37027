import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { ReceiptCheck } from './public.tsx';

export const Route = createFileRoute('/receipts')({
  head: () => pageHead({ path: '/receipts', title: m['licensing.check.title'](), hidden: true }),
  component: ReceiptsPage,
});

function ReceiptsPage() {
  return (
    <div className="page max-w-3xl py-8">
      <h1 className="mb-6 text-3xl font-bold">{m['licensing.check.title']()}</h1>
      <Suspense fallback={<div aria-busy="true" className="h-40 animate-pulse rounded-lg bg-sunken" />}>
        <ReceiptCheck />
      </Suspense>
    </div>
  );
}
