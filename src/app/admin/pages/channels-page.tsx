import { createFileRoute } from '@tanstack/react-router';
import { ChannelsScreen } from '#features/community/client/public.tsx';
import { staffPage } from '../staff-page.ts';

export const Route = createFileRoute('/admin/channels')({ ...staffPage, component: ChannelsScreen });
