import { index, rootRoute, route } from '@tanstack/virtual-file-routes';

/** The URL table: paths as Korean addresses have them, page files relative to src/app. */
export const routes = rootRoute('root.tsx', [
  index('home/home-page.tsx'),
  route('/auth', '../features/accounts/client/auth-page.tsx'),
  route('/login', '../features/accounts/client/login-page.tsx'),
  route('/register', '../features/accounts/client/register-page.tsx'),
  route('/sign-in/code', '../features/accounts/client/code-page.tsx'),
  route('/sign-in/complete', '../features/accounts/client/complete-page.tsx'),
  route('/forgot-password', '../features/accounts/client/forgot-page.tsx'),
  route('/reset-password', '../features/accounts/client/reset-page.tsx'),
  route('/confirm-email', '../features/accounts/client/confirm-email-page.tsx'),
  route('/resources', [
    index('../features/resources/client/list-page.tsx'),
    route('/create', '../features/resources/client/create-page.tsx'),
    route('/type/$type', '../features/resources/client/type-list-page.tsx'),
    route('/manage/$id', '../features/resources/client/manage-page.tsx'),
    route('/$id', '../features/resources/client/detail-page.tsx'),
  ]),
  route('/services', [
    index('../features/services/client/services-page.tsx'),
    route('/type/$type', '../features/services/client/type-services-page.tsx'),
    route('/register/{-$type}', 'rooms/register-room-page.tsx'),
    route('/register-old/{-$type}', 'rooms/register-old-room-page.tsx'),
    route('/$id', '../features/services/client/service-page.tsx'),
  ]),
  route('/engineers', '../features/services/client/engineers-page.tsx'),
  route('/flash-game', '../features/resources/client/flash-game-page.tsx'),
  route('/terms', 'legal/terms-page.tsx'),
  route('/privacy', 'legal/privacy-page.tsx'),
  route('/tokushoho', 'legal/tokushoho-page.tsx'),
  route('/about', 'about/about-page.tsx'),
  route('/admin/$', 'admin/admin-page.tsx'),
  route('/design', 'design/design-page.tsx'),
  route('/my', '../features/accounts/client/my-page.tsx', [
    route('/resources', '../features/resources/client/my-resources-page.tsx'),
    route('/notifications', '../features/notifications/client/notifications-page.tsx'),
    route('/verification', '../features/verification/client/verification-page.tsx'),
    route('/privacy', '../features/rights/client/my-privacy-page.tsx'),
    route('/security', '../features/accounts/client/security-page.tsx'),
  ]),
  route('/$', 'rooms/room-page.tsx'),
]);
