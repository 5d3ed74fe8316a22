export interface PlatformCertificate {
  serial: string;
  pem: string;
  expireAt: Date;
}

/** Where a merchant's certificates are kept between processes. */
export interface CertificateStore {
  find(serial: string): Promise<string | undefined>;
  keep(certificates: PlatformCertificate[]): Promise<void>;
}
