import { createFileRoute } from '@tanstack/react-router';
import { LotsScreen } from '#features/auctions/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/auctions')({ ...staffPage, component: LotsScreen });
