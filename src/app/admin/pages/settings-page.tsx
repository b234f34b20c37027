import { createFileRoute } from '@tanstack/react-router';
import { SettingsScreen } from '#features/settings/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/settings')({ ...staffPage, component: SettingsScreen });
