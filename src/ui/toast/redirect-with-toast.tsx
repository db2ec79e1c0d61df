import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { toast } from './toast.ts';

interface RedirectWithToastProps {
  to: string;
  title: string;
  tone?: 'info' | 'success';
}

export function RedirectWithToast({ to, title, tone = 'info' }: RedirectWithToastProps) {
  useEffect(() => toast[tone](title), [tone, title]);
  return <Navigate to={to} replace />;
}
