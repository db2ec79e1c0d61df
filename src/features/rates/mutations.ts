import { useSend } from '../../api/use-send.ts';

export const useSaveRate = () => useSend('rateAdmin.save', { done: 'Rate saved' });

export const useDeleteRate = () =>
  useSend('rateAdmin.delete', { done: 'Rate deleted', failed: 'The rate was not deleted' });

export const useSetCod = () => useSend('rateAdmin.setCod', { done: 'Cash on delivery saved' });
