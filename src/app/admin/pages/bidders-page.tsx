import { createFileRoute } from '@tanstack/react-router';
import { BiddersScreen } from '#features/auctions/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/bidders')({ ...staffPage, component: BiddersScreen });
