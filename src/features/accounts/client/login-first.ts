import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { currentUserQuery } from './api.ts';

/** Does something as somebody; a guest goes to the login and comes back here. */
export function useLoginFirst(): (act: () => void) => void {
  const { data: user } = useQuery(currentUserQuery);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (act) => {
    if (user) act();
    else void navigate({ to: '/login', search: { next: pathname } });
  };
}
