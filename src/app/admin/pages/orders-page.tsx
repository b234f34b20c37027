import { createFileRoute } from '@tanstack/react-router';
import { OrdersScreen } from '#features/orders/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/orders')({ ...staffPage, component: OrdersScreen });
