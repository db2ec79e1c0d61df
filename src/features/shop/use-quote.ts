import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { site } from '../../config/site.ts';
import { type DraftFields, fromForm } from '../../domain/shops/draft.ts';
import { GetQuoteSchema } from '../../domain/shops/own-shipment.ts';
import { formatWeight } from '../../domain/shops/parcel-size.ts';
import { quoteQuery } from './queries.ts';

const NOTHING = { country: '', postcode: '', weightG: 0, parcels: 1 };

export interface ShownQuote {
  /** It is in the brand’s currency; null until known. */
  fee: number | null;
  /** The balance, where shops pay ahead. */
  available: number | undefined;
  /** Undefined where the shop may not have cash collected. */
  codFee: number | undefined;
  codLimit: number | undefined;
  /** Null if it is still asked for, or too little was entered. */
  problem: string | null;
  /** Only the brand can help. */
  hasNoRate: boolean;
  isLoading: boolean;
  queryKey: readonly unknown[];
}

/** It waits until enough is filled in. */
export function useQuote<Values extends DraftFields, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
): ShownQuote {
  const { control } = form as unknown as UseFormReturn<DraftFields>;
  const [country, postcode, weightG, parcels] = useWatch({
    control,
    name: ['country', 'postcode', 'weightG', 'parcels'],
  });
  const weight = fromForm({ weightG: weightG ?? '' }).weightG;
  const asked = v.safeParse(GetQuoteSchema, {
    country: country ?? '',
    postcode: postcode ?? '',
    weightG: Number(weight || Number.NaN),
    parcels: Number(parcels || 1),
  });
  const parcel = useDeferredValue(asked.success ? JSON.stringify(asked.output) : null);
  const query = quoteQuery(parcel === null ? NOTHING : JSON.parse(parcel));
  const { data, error, isFetching } = useQuery({ ...query, enabled: parcel !== null });
  const known = parcel === null ? undefined : data;
  const hasNoRate = known?.fee === null;
  return {
    fee: known?.fee ?? null,
    available: known?.available,
    codFee: known?.codFee,
    codLimit: known?.codLimit,
    problem:
      hasNoRate && asked.success
        ? `There is no rate for ${formatWeight(asked.output.weightG)} to ${asked.output.country}. Ask ${site.name} for one.`
        : error && parcel !== null
          ? serverErrorOf(error).firstMessage
          : null,
    hasNoRate,
    isLoading: isFetching && !known,
    queryKey: query.queryKey,
  };
}
