import { createFileRoute } from '@tanstack/react-router';
import { PayoutsScreen } from '#features/payments/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/payouts')({ ...staffPage, component: PayoutsScreen });
