import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getJson } from '#platform/client/fetcher.ts';

const q = queryOptions({ queryKey: ['r'], queryFn: () => getJson<{ id: string; title: string }[]>('/api/resources?limit=6') });
export const Route = createFileRoute('/')({
  loader: ({ context }) => context.queryClient.ensureQueryData(q),
  component: Home,
});

function Home() {
  const { data } = useSuspenseQuery(q);
  return <main><h1>Gongbang</h1><ul>{data.map((r) => <li key={r.id}>{r.title}</li>)}</ul></main>;
}
