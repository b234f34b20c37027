import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { currentUserQuery } from './api.ts';

/** Does something as somebody; a guest goes to the login and comes back here, to the place of the `hash`. */
export function useLoginFirst(): (act: () => void, hash?: string) => void {
  const { data: user } = useQuery(currentUserQuery);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (act, hash) => {
    if (user) act();
    else
      void navigate({
        to: '/login',
        search: { next: hash === undefined ? pathname : `${pathname}#${hash}` },
      });
  };
}
