package insideinformer.kubeconfig;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a private key in the three PEM forms that clusters hand out. Java reads only PKCS#8, so the older forms for RSA
 * (PKCS#1) and elliptic curves (SEC 1) are wrapped into PKCS#8. No message repeats a part of the key.
 */
final class PemKey {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN (RSA |EC |)PRIVATE KEY-----([^-]+)-----END \\1PRIVATE KEY-----");
    private static final byte[] RSA = {0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x01,
            0x01, 0x05, 0x00};
    private static final byte[] EC = {0x06, 0x07, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x02, 0x01};
    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final int CURVE = 0xa0; // [0] in a SEC 1 key
    private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};

    private PemKey() {}

    static PrivateKey parse(String pem) throws GeneralSecurityException {
        Matcher block = BLOCK.matcher(pem);
        if (!block.find()) {
            throw new InvalidKeySpecException("the client key is no unencrypted PEM private key");
        }
        byte[] der = decode(block.group(2));
        return switch (block.group(1)) {
            case "RSA " -> key("RSA", pkcs8(RSA, der));
            case "EC " -> key("EC", pkcs8(concat(EC, curve(der)), der));
            default -> anyKey(der);
        };
    }

    private static byte[] decode(String base64) throws InvalidKeySpecException {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) { // without the cause: its message may quote the key
            throw new InvalidKeySpecException("the client key is not valid base64 inside its PEM block");
        }
    }

    private static PrivateKey anyKey(byte[] pkcs8) throws GeneralSecurityException {
        for (String algorithm : new String[] {"RSA", "EC", "EdDSA"}) {
            try {
                return key(algorithm, pkcs8);
            } catch (InvalidKeySpecException e) {
                continue; // a key of one algorithm is no key of another
            }
        }
        throw new InvalidKeySpecException("the client key is neither RSA nor EC nor EdDSA");
    }

    private static PrivateKey key(String algorithm, byte[] pkcs8) throws GeneralSecurityException {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    }

    /** PrivateKeyInfo: version, algorithm, and the key in its own form. */
    private static byte[] pkcs8(byte[] algorithm, byte[] key) {
        return element(SEQUENCE, concat(VERSION_0, element(SEQUENCE, algorithm), element(OCTET_STRING, key)));
    }

    /** The name of the curve out of a SEC 1 key, which is a SEQUENCE of version, key, [0] curve and more. */
    private static byte[] curve(byte[] sec1) throws InvalidKeySpecException {
        ByteBuffer der = ByteBuffer.wrap(sec1);
        try {
            der.get();
            length(der); // of the SEQUENCE, whose content follows
            while (true) {
                int tag = der.get() & 0xff;
                byte[] content = new byte[length(der)];
                der.get(content);
                if (tag == CURVE) {
                    return content;
                }
            }
        } catch (BufferUnderflowException e) {
            throw new InvalidKeySpecException("the client key does not name its elliptic curve");
        }
    }

    /** @throws BufferUnderflowException if the content would be longer than what is left */
    private static int length(ByteBuffer der) {
        int first = der.get() & 0xff;
        int length = first < 0x80 ? first : 0;
        for (int i = 0x80; i < first; i++) {
            length = length << 8 | der.get() & 0xff;
        }
        if (length < 0 || length > der.remaining()) {
            throw new BufferUnderflowException();
        }
        return length;
    }

    private static byte[] element(int tag, byte[] content) {
        int n = content.length;
        byte[] head = n < 0x80 ? new byte[] {(byte) tag, (byte) n}
                : n < 0x100 ? new byte[] {(byte) tag, (byte) 0x81, (byte) n}
                : new byte[] {(byte) tag, (byte) 0x82, (byte) (n >> 8), (byte) n};
        return concat(head, content);
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
