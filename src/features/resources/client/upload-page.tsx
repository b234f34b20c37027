import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { currentUserQuery } from '#features/accounts/client/public.tsx';
import { UploadTest } from '#features/uploads/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import { pageHead } from '#platform/client/page-head.ts';
import { LoginNeeded } from './login-needed.tsx';
import { NewResource } from './new-resource.tsx';
import type { FormVariant } from './resource-form.tsx';

/** The addresses of product.md §2, by what stands behind `/resources/upload`. */
const variants: Record<string, FormVariant | 'test'> = {
  '': 'resumable',
  '-tus': 'resumable',
  '-v1': 'plain',
  '-v2': 'steps',
  '-test': 'test',
};

export const Route = createFileRoute('/resources/upload{$variant}')({
  loader: ({ params }) => {
    const variant = variants[params.variant];
    if (!variant) throw notFound();
    return variant;
  },
  head: ({ loaderData: variant, params }) =>
    pageHead({
      path: `/resources/upload${params.variant}`,
      title: titleOf(variant),
      description: leadOf(variant),
      hidden: true,
    }),
  component: UploadPage,
});

function titleOf(variant: FormVariant | 'test' | undefined): string {
  return variant === 'test' ? m['uploads.test.title']() : m['resources.form.create_title']();
}

function leadOf(variant: FormVariant | 'test' | undefined): string {
  if (variant === 'test') return m['uploads.test.lead']();
  return variant === 'plain' ? m['resources.form.plain_lead']() : m['resources.form.upload_lead']();
}

function UploadPage() {
  const variant = Route.useLoaderData();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  return (
    <div className="page max-w-4xl py-8">
      <h1 className="text-3xl font-bold">{titleOf(variant)}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{leadOf(variant)}</p>
      {!user && <LoginNeeded />}
      {user && variant === 'test' && <UploadTest />}
      {user && variant !== 'test' && <NewResource variant={variant} />}
    </div>
  );
}
