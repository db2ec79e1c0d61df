/** The procedure in the audit entries of an account that its owner had deleted. */
export const ERASE_ACCOUNT = 'ownAccount.erase' as const;

export interface LinkedSide {
  id: string;
  side: 'senderId' | 'receiverId';
}

export const EMAIL_OF_SIDE = { senderId: 'senderEmail', receiverId: 'receiverEmail' } as const;
