import { createFileRoute } from '@tanstack/react-router';
import { UsersScreen } from '#features/admin/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/users')({ ...staffPage, component: UsersScreen });
